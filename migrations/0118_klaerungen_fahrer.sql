-- A driver's entries in the order of the list, which is read in pages.
DROP INDEX `klaerungen_fahrer`;
--> statement-breakpoint
CREATE INDEX `klaerungen_fahrer` ON `klaerungen` (`tenant_id`,`fahrer_id`,`id`) WHERE fahrer_id IS NOT NULL;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('klaerungen', 'klaerungen_fahrer', '20000 2000 200 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
