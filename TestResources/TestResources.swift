package enum Fixtures {}
