CREATE INDEX `pfandbestandteile_artikel` ON `pfandbestandteile` (`tenant_id`,`pfandartikel_id`);
--> statement-breakpoint
-- A new index starts without figures (0006).
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('pfandbestandteile', 'pfandbestandteile_artikel', '20000 2000 10');
--> statement-breakpoint
ANALYZE sqlite_schema;
