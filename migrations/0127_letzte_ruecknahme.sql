-- What a customer brought back last is looked for by when it happened; accounts with many issues may have few returns.
CREATE INDEX `pfandbuchungen_ruecknahmen` ON `pfandbuchungen` (`tenant_id`,`kunde_id`,`erfasst_am`,`lfd_nr`) WHERE art = 'ruecknahme' AND storno_von IS NULL;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('pfandbuchungen', 'pfandbuchungen_ruecknahmen', '2500000 250000 25 3 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
