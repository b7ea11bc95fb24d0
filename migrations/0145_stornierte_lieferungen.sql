-- Deliveries whose booking was reversed since their truck was counted (api/feierabend/erwartet.ts).
CREATE INDEX `pfandbuchungen_lieferstorno` ON `pfandbuchungen` (`tenant_id`,`gebucht_am`) WHERE lieferung_id IS NOT NULL AND storno_von IS NOT NULL;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('pfandbuchungen', 'pfandbuchungen_lieferstorno', '20000 2000 2');
--> statement-breakpoint
ANALYZE sqlite_schema;
