-- An import asks about customers with the e-mail address or VAT id of another, and about devices with the serial number.
CREATE INDEX `kunden_email` ON `kunden` (`tenant_id`,`email`) WHERE email IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `kunden_ust_id` ON `kunden` (`tenant_id`,`ust_id`) WHERE ust_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `geraete_seriennummer` ON `geraete` (`tenant_id`,`seriennummer`) WHERE seriennummer IS NOT NULL;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('kunden', 'kunden_email', '1000000 100000 1'),
	('kunden', 'kunden_ust_id', '1000000 100000 1'),
	('geraete', 'geraete_seriennummer', '1000000 100000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
