-- Accounts of articles of which more came back than went out: sums over all customers hide them, and say so.
CREATE INDEX `pfandkonten_negativ` ON `pfandkonten` (`tenant_id`,`pfandartikel_id`,`bestand`) WHERE bestand < 0 AND pfandartikel_id IS NOT NULL;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('pfandkonten', 'pfandkonten_negativ', '50000 5000 50 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
