-- What is left out in a week, which is shown there and can be taken back.
CREATE INDEX `liefertagwochen_ausgelassen` ON `liefertagwochen` (`tenant_id`,`woche`) WHERE lieferung_id IS NULL;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('liefertagwochen', 'liefertagwochen_ausgelassen', '20000 2000 20');
--> statement-breakpoint
ANALYZE sqlite_schema;
