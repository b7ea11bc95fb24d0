-- Customers are sorted as in German telephone books (DIN 5007-2). This column, the search texts and the other sort keys
-- are filled by db/fold-again.ts, as SQL does not know the letters.
ALTER TABLE `kunden` ADD `name_ordnung` text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP INDEX `kunden_im_ort`;--> statement-breakpoint
DROP INDEX `kunden_inaktiv_name`;--> statement-breakpoint
CREATE INDEX `kunden_ordnung` ON `kunden` (`tenant_id`,`name_ordnung`,`id`);--> statement-breakpoint
CREATE INDEX `kunden_im_ort` ON `kunden` (`tenant_id`,`ort_sort`,`name_ordnung`,`id`);--> statement-breakpoint
CREATE INDEX `kunden_inaktiv_name` ON `kunden` (`tenant_id`,`name_ordnung`,`id`) WHERE aktiv = 0;--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('kunden', 'kunden_ordnung', '1000000 100000 5 1'),
	('kunden', 'kunden_im_ort', '1000000 100000 500 1 1'),
	('kunden', 'kunden_inaktiv_name', '50000 5000 2 1');--> statement-breakpoint
ANALYZE sqlite_schema;
