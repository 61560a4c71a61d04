"""`python -m restrap` is the command `restrap`."""

import sys

from restrap._command import main

sys.exit(main())
