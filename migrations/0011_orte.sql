CREATE INDEX `kunden_im_ort_nummer` ON `kunden` (`tenant_id`,`ort_sort`,`kundennummer`);--> statement-breakpoint
CREATE INDEX `kunden_im_ort_aktualisiert` ON `kunden` (`tenant_id`,`ort_sort`,`aktualisiert_am`,`id`);--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('kunden', 'kunden_im_ort_nummer', '1000000 100000 500 1'),
	('kunden', 'kunden_im_ort_aktualisiert', '1000000 100000 500 2 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
