CREATE INDEX `abrechnungen_gegenbelege` ON `abrechnungen` (`tenant_id`,`datum`,`id`) WHERE art = 'storno';--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('abrechnungen', 'abrechnungen_gegenbelege', '5000 500 5 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
