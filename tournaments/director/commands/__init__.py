"""Everything that changes a tournament: each is one transaction or a part of one."""
