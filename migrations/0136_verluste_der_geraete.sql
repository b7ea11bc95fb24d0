-- What got lost at customers: Heute asks of each whether it is back while its deposit is still on their account.
CREATE INDEX `geraete_bewegungen_verloren` ON `geraete_bewegungen` (`tenant_id`,`id`) WHERE nach_status = 'verloren' AND kunde_id IS NOT NULL;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('geraete_bewegungen', 'geraete_bewegungen_verloren', '10000 1000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
