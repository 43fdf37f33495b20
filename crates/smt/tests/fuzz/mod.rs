//! Random problems of varied shapes, and the oracle that knows their answers. Shared by the differential tests.

pub mod generate;
pub mod oracle;
