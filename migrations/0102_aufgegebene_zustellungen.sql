-- The page of programs asks again and again how many messages were given up: of many that arrived, only those are read.
CREATE INDEX `webhookzustellungen_aufgegeben` ON `webhookzustellungen` (`tenant_id`,`webhook_id`) WHERE status = 'aufgegeben';
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('webhookzustellungen', 'webhookzustellungen_aufgegeben', '10000 1000 500');
--> statement-breakpoint
ANALYZE sqlite_schema;
