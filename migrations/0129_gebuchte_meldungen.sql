-- What a driver reported and the office booked: looked for on the evening of its day.
CREATE INDEX `klaerungen_gebucht` ON `klaerungen` (`tenant_id`,`fahrer_id`,`erfasst_am`) WHERE status = 'gebucht';
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('klaerungen', 'klaerungen_gebucht', '15000 1500 150 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
