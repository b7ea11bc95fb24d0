-- Balances are taken over by the account that a customer has in the bookkeeping.
CREATE INDEX `kunden_debitor` ON `kunden` (`tenant_id`,`debitor_nr`) WHERE debitor_nr IS NOT NULL;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('kunden', 'kunden_debitor', '1000000 100000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
