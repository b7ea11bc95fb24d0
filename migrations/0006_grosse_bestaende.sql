DROP INDEX `geraete_status`;--> statement-breakpoint
CREATE INDEX `geraete_status_nummer` ON `geraete` (`tenant_id`,`status`,`geraetenummer`);--> statement-breakpoint
CREATE INDEX `geraete_status_bezeichnung` ON `geraete` (`tenant_id`,`status`,`bezeichnung`,`id`);--> statement-breakpoint
DROP INDEX `kunden_nummer_sort`;--> statement-breakpoint
DROP INDEX `kunden_aktiv`;--> statement-breakpoint
CREATE INDEX `kunden_inaktiv_name` ON `kunden` (`tenant_id`,`name_sort`,`id`) WHERE aktiv = 0;--> statement-breakpoint
CREATE INDEX `kunden_inaktiv_nummer` ON `kunden` (`tenant_id`,`kundennummer`) WHERE aktiv = 0;--> statement-breakpoint
CREATE INDEX `kunden_inaktiv_ort` ON `kunden` (`tenant_id`,`ort_sort`,`id`) WHERE aktiv = 0;--> statement-breakpoint
CREATE INDEX `kunden_inaktiv_aktualisiert` ON `kunden` (`tenant_id`,`aktualisiert_am`,`id`) WHERE aktiv = 0;--> statement-breakpoint
CREATE INDEX `lieferungen_fahrer_status` ON `lieferungen` (`tenant_id`,`fahrer_id`,`status`,`datum`,`id`);--> statement-breakpoint
CREATE INDEX `protokoll_tabelle` ON `protokoll` (`tenant_id`,`tabelle`,`id`);--> statement-breakpoint
-- The words of the full-text index, to find those that begin as typed.
CREATE VIRTUAL TABLE kunden_woerter USING fts5vocab (kunden_suche, 'instance');
--> statement-breakpoint
-- How many rows a table has, and how many of them share the first columns of an index, as SQLite's planner is to
-- believe it: ten companies with a hundred thousand customers each and years of bookings. Without these figures it
-- believes that a company has ten rows of everything, and reads all of a company's rows where a few would do. They
-- are written down instead of counted, so that the plans are the same on every machine and are tested.
ANALYZE tenants;
--> statement-breakpoint
DELETE FROM sqlite_stat1;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('anfragen', 'sqlite_autoindex_anfragen_1', '3000000 300000 100000 1'),
	('geraete', 'sqlite_autoindex_geraete_1', '100000 10000 1'),
	('geraete', 'geraete_barcode', '100000 10000 1'),
	('geraete', 'geraete_bezeichnung', '100000 10000 500 1'),
	('geraete', 'geraete_kunde', '100000 10000 2 1'),
	('geraete', 'geraete_nummer', '100000 10000 1'),
	('geraete', 'geraete_status_bezeichnung', '100000 10000 2000 100 1'),
	('geraete', 'geraete_status_nummer', '100000 10000 2000 1'),
	('geraete_bewegungen', 'sqlite_autoindex_geraete_bewegungen_1', '1000000 100000 1'),
	('geraete_bewegungen', 'geraete_bewegungen_geraet', '1000000 100000 10 1'),
	('geraete_bewegungen', 'geraete_bewegungen_kunde', '1000000 100000 10 1'),
	('kunden', 'sqlite_autoindex_kunden_1', '1000000 100000 1'),
	('kunden', 'kunden_aktualisiert', '1000000 100000 2 1'),
	('kunden', 'kunden_inaktiv_aktualisiert', '50000 5000 2 1'),
	('kunden', 'kunden_inaktiv_name', '50000 5000 2 1'),
	('kunden', 'kunden_inaktiv_nummer', '50000 5000 1'),
	('kunden', 'kunden_inaktiv_ort', '50000 5000 50 1'),
	('kunden', 'kunden_name_sort', '1000000 100000 5 1'),
	('kunden', 'kunden_nummer', '1000000 100000 1'),
	('kunden', 'kunden_nummer_wert', '1000000 100000 1'),
	('kunden', 'kunden_ort_sort', '1000000 100000 500 1'),
	('kunden_bilder', 'sqlite_autoindex_kunden_bilder_1', '300000 30000 1'),
	('kunden_bilder', 'kunden_bilder_bytes', '300000 30000 2'),
	('kunden_bilder', 'kunden_bilder_kunde', '300000 30000 3 1 1'),
	('kunden_bilder', 'kunden_bilder_pfad_unique', '300000 1'),
	('kunden_bilder', 'kunden_bilder_vorschau_pfad_unique', '300000 1'),
	('kunden_suchtexte', 'kunden_suchtexte_id', '1000000 100000 1'),
	('lieferpositionen', 'sqlite_autoindex_lieferpositionen_1', '2000000 200000 1'),
	('lieferpositionen', 'lieferpositionen_artikel', '2000000 200000 500'),
	('lieferpositionen', 'lieferpositionen_geraet', '2000000 200000 20'),
	('lieferpositionen', 'lieferpositionen_reihe', '2000000 200000 2 1'),
	('lieferungen', 'sqlite_autoindex_lieferungen_1', '1000000 100000 1'),
	('lieferungen', 'lieferungen_datum', '1000000 100000 50 1'),
	('lieferungen', 'lieferungen_fahrer', '1000000 100000 10000 15 1'),
	('lieferungen', 'lieferungen_fahrer_status', '1000000 100000 10000 2000 10 1'),
	('lieferungen', 'lieferungen_kunde', '1000000 100000 10 1 1'),
	('lieferungen', 'lieferungen_status', '1000000 100000 20000 50 1'),
	('lieferungen', 'lieferungen_tour', '1000000 100000 50 15 1 1'),
	('mitarbeiter', 'mitarbeiter_email', '1000 100 1'),
	('mitarbeiter', 'mitarbeiter_id', '1000 100 1'),
	('mitarbeiter', 'mitarbeiter_login', '1000 2 1'),
	('mitarbeiter', 'mitarbeiter_name', '1000 100 1 1'),
	('mitarbeiter', 'mitarbeiter_superadmin_email', '3 1'),
	('mitarbeiter', 'mitarbeiter_superadmin_id', '3 1'),
	('pfandartikel', 'sqlite_autoindex_pfandartikel_1', '2000 200 1'),
	('pfandartikel', 'pfandartikel_barcode', '2000 200 1'),
	('pfandartikel', 'pfandartikel_bezeichnung', '2000 200 1 1'),
	('pfandartikel', 'pfandartikel_nummer', '2000 200 1'),
	('pfandbestandteile', 'sqlite_autoindex_pfandbestandteile_1', '20000 2000 1'),
	('pfandbestandteile', 'pfandbestandteile_einmal', '20000 2000 2 1'),
	('pfandbuchungen', 'sqlite_autoindex_pfandbuchungen_1', '5000000 500000 1'),
	('pfandbuchungen', 'pfandbuchungen_artikel', '5000000 500000 2000 1'),
	('pfandbuchungen', 'pfandbuchungen_geraet', '5000000 500000 20 1'),
	('pfandbuchungen', 'pfandbuchungen_kunde', '5000000 500000 50 1'),
	('pfandbuchungen', 'pfandbuchungen_lfd_nr', '5000000 500000 1'),
	('pfandbuchungen', 'pfandbuchungen_lieferung', '5000000 500000 4 1'),
	('pfandbuchungen', 'pfandbuchungen_storno', '50000 5000 1'),
	('pfandbuchungen', 'pfandbuchungen_vorgang', '5000000 500000 3 1'),
	('pfandkonten', 'sqlite_autoindex_pfandkonten_1', '3000000 300000 1'),
	('pfandkonten', 'pfandkonten_artikel', '3000000 300000 4 1'),
	('pfandkonten', 'pfandkonten_geraet', '3000000 300000 4 1'),
	('pfandsalden', 'sqlite_autoindex_pfandsalden_1', '1000000 100000 1'),
	('pfandsalden', 'pfandsalden_kunde', '1000000 100000 1'),
	('pfandsalden', 'pfandsalden_wert', '1000000 100000 2 1'),
	('protokoll', 'sqlite_autoindex_protokoll_1', '3000000 300000 1'),
	('protokoll', 'protokoll_datensatz', '3000000 300000 50000 4 1'),
	('protokoll', 'protokoll_mitarbeiter', '3000000 300000 50000 1'),
	('protokoll', 'protokoll_tabelle', '3000000 300000 50000 1'),
	('tenants', 'sqlite_autoindex_tenants_1', '10 1'),
	('tenants', 'tenants_erstellt', '10 1 1'),
	('tenants', 'tenants_name', '10 1 1'),
	('tenants', 'tenants_slug_unique', '10 1'),
	('tenants', 'tenants_tenant_id_unique', '10 1');
--> statement-breakpoint
-- Makes the connection that migrates believe them at once; every other one reads them when it opens the file.
ANALYZE sqlite_schema;
