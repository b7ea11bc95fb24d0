-- A large table of opening balances is booked in parts. The first of them stands for the whole, and the others name it,
-- so that all can be taken back together.
ALTER TABLE `anfangsimporte` ADD `teil_von` text;
--> statement-breakpoint
CREATE INDEX `anfangsimporte_teile` ON `anfangsimporte` (`tenant_id`,`teil_von`,`erstellt_am`,`id`);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('anfangsimporte', 'anfangsimporte_teile', '5000 500 50 1 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
