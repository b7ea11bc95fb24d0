-- What is stored of a person is found customer by customer, to be erased or disclosed.
CREATE INDEX `auftragsfehler_kunde` ON `auftragsfehler` (`tenant_id`,`kunde_id`,`id`);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('auftragsfehler', 'auftragsfehler_kunde', '5000 500 2 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
