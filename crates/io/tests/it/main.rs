//! Files as users have them: hostile ones, files that are not files, files that change, and real evaluation data.

mod arguments;
mod arrays;
mod columnar;
mod files;
mod inspect;
mod labels;
mod lines;
mod logs;
mod mutated;
mod real_data;
mod support;
mod tables;
mod trec;
