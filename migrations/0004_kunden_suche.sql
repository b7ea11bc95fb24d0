CREATE TABLE `kunden_suchtexte` (
	`nr` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`tenant_wort` text NOT NULL,
	`text` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`tenant_id`,`id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `kunden_suchtexte_id` ON `kunden_suchtexte` (`tenant_id`,`id`);--> statement-breakpoint
DROP INDEX `kunden_name`;--> statement-breakpoint
DROP INDEX `kunden_ort`;--> statement-breakpoint
ALTER TABLE `kunden` ADD `nummer_wert` integer;--> statement-breakpoint
ALTER TABLE `kunden` ADD `name_sort` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `kunden` ADD `ort_sort` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `kunden_name_sort` ON `kunden` (`tenant_id`,`name_sort`,`id`);--> statement-breakpoint
CREATE INDEX `kunden_ort_sort` ON `kunden` (`tenant_id`,`ort_sort`,`id`);--> statement-breakpoint
CREATE INDEX `kunden_nummer_wert` ON `kunden` (`tenant_id`,`nummer_wert`);--> statement-breakpoint
CREATE INDEX `kunden_nummer_sort` ON `kunden` (`tenant_id`,`kundennummer`,`id`);--> statement-breakpoint
CREATE INDEX `kunden_aktiv` ON `kunden` (`tenant_id`,`aktiv`,`name_sort`,`id`);
--> statement-breakpoint
-- Customers from before get their order and their search text by an approximation of lib/fold.ts.
UPDATE kunden SET
	name_sort = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(name), 'Ä', 'a'), 'ä', 'a'), 'Ö', 'o'), 'ö', 'o'), 'Ü', 'u'), 'ü', 'u'), 'ß', 'ss'), 'ae', 'a'), 'oe', 'o'), 'ue', 'u'),
	ort_sort = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(coalesce(ort, '')), 'Ä', 'a'), 'ä', 'a'), 'Ö', 'o'), 'ö', 'o'), 'Ü', 'u'), 'ü', 'u'), 'ß', 'ss'), 'ae', 'a'), 'oe', 'o'), 'ue', 'u'),
	nummer_wert = CASE WHEN kundennummer <> '' AND kundennummer NOT GLOB '*[^0-9]*' AND length(kundennummer) <= 15
		THEN CAST(kundennummer AS INTEGER) END;
--> statement-breakpoint
INSERT INTO kunden_suchtexte (tenant_id, id, tenant_wort, text, erstellt_am, aktualisiert_am)
SELECT tenant_id, id, 't' || replace(tenant_id, '-', ''),
	replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(concat_ws(' ', kundennummer, name, ansprechpartner, strasse, plz, ort, telefon, email)), 'Ä', 'a'), 'ä', 'a'), 'Ö', 'o'), 'ö', 'o'), 'Ü', 'u'), 'ü', 'u'), 'ß', 'ss'), 'ae', 'a'), 'oe', 'o'), 'ue', 'u'),
	erstellt_am, aktualisiert_am
FROM kunden;
--> statement-breakpoint
CREATE VIRTUAL TABLE kunden_suche USING fts5 (
	tenant_wort, text, content = 'kunden_suchtexte', content_rowid = 'nr',
	tokenize = 'unicode61 remove_diacritics 0', prefix = '2 3', detail = 'column', columnsize = 0
);
--> statement-breakpoint
INSERT INTO kunden_suche (kunden_suche) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER kunden_suche_neu AFTER INSERT ON kunden_suchtexte
BEGIN
	INSERT INTO kunden_suche (rowid, tenant_wort, text) VALUES (NEW.nr, NEW.tenant_wort, NEW.text);
END;
--> statement-breakpoint
CREATE TRIGGER kunden_suche_weg AFTER DELETE ON kunden_suchtexte
BEGIN
	INSERT INTO kunden_suche (kunden_suche, rowid, tenant_wort, text) VALUES ('delete', OLD.nr, OLD.tenant_wort, OLD.text);
END;
--> statement-breakpoint
CREATE TRIGGER kunden_suche_anders AFTER UPDATE OF tenant_wort, text ON kunden_suchtexte
BEGIN
	INSERT INTO kunden_suche (kunden_suche, rowid, tenant_wort, text) VALUES ('delete', OLD.nr, OLD.tenant_wort, OLD.text);
	INSERT INTO kunden_suche (rowid, tenant_wort, text) VALUES (NEW.nr, NEW.tenant_wort, NEW.text);
END;
