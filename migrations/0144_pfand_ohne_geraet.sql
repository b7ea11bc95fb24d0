-- Deposits of devices that are elsewhere, whether they ever were with that customer or not (api/schwund/pfand.ts).
CREATE INDEX `pfandkonten_geraet_woanders` ON `pfandkonten` (`tenant_id`,`id`) WHERE geraet_id IS NOT NULL AND wert_cent > 0 AND seit_am IS NULL;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('pfandkonten', 'pfandkonten_geraet_woanders', '1000 100 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
