-- The search is made anew: each word of the index begins with its tenant's id, so that what one company has costs
-- no other one anything, and each beginning of a word is a word of the index itself, so that a broad search costs
-- what a narrow one costs. What is deleted from the index is gone from the file (secure-delete).
DROP TRIGGER kunden_suche_neu;--> statement-breakpoint
DROP TRIGGER kunden_suche_weg;--> statement-breakpoint
DROP TRIGGER kunden_suche_anders;--> statement-breakpoint
DROP TABLE kunden_woerter;--> statement-breakpoint
DROP TABLE kunden_suche;--> statement-breakpoint
CREATE INDEX `kunden_im_ort` ON `kunden` (`tenant_id`,`ort_sort`,`name_sort`,`id`);--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('kunden', 'kunden_im_ort', '1000000 100000 500 1 1');--> statement-breakpoint
ALTER TABLE `kunden_suchtexte` DROP COLUMN `tenant_wort`;--> statement-breakpoint
ALTER TABLE `kunden_suchtexte` ADD `filter` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Texts that were made by 0004 may hold more between their words than a space.
UPDATE kunden_suchtexte SET
	text = trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, '-', ' '), '.', ' '), ',', ' '), '/', ' '), '@', ' '), '+', ' '), '(', ' '), ')', ' '), '&', ' '), '_', ' '), '''', ' '), '"', ' '), '\', ' '), '  ', ' '), '  ', ' ')),
	filter = (
		SELECT '_a' || k.aktiv || '_ _o' || lower(hex(k.ort_sort)) || '_' FROM kunden k
		WHERE k.tenant_id = kunden_suchtexte.tenant_id AND k.id = kunden_suchtexte.id
	);
--> statement-breakpoint
CREATE VIEW kunden_suchinhalt AS
SELECT nr, replace(tenant_id, '-', '') || replace(text || ' ' || filter, ' ', ' ' || replace(tenant_id, '-', '')) AS text
FROM kunden_suchtexte;
--> statement-breakpoint
-- An id without dashes has 32 characters: beginnings of 1 to 31 letters are looked up, of longer words there are few.
CREATE VIRTUAL TABLE kunden_suche USING fts5 (
	text, content = 'kunden_suchinhalt', content_rowid = 'nr',
	tokenize = 'unicode61 remove_diacritics 0 tokenchars _', detail = 'none', columnsize = 0,
	prefix = '33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63'
);
--> statement-breakpoint
INSERT INTO kunden_suche (kunden_suche, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO kunden_suche (kunden_suche) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER kunden_suche_neu AFTER INSERT ON kunden_suchtexte
BEGIN
	INSERT INTO kunden_suche (rowid, text) SELECT nr, text FROM kunden_suchinhalt WHERE nr = NEW.nr;
END;
--> statement-breakpoint
CREATE TRIGGER kunden_suche_weg BEFORE DELETE ON kunden_suchtexte
BEGIN
	INSERT INTO kunden_suche (kunden_suche, rowid, text) SELECT 'delete', nr, text FROM kunden_suchinhalt WHERE nr = OLD.nr;
END;
--> statement-breakpoint
CREATE TRIGGER kunden_suche_geht BEFORE UPDATE OF text, filter ON kunden_suchtexte
BEGIN
	INSERT INTO kunden_suche (kunden_suche, rowid, text) SELECT 'delete', nr, text FROM kunden_suchinhalt WHERE nr = OLD.nr;
END;
--> statement-breakpoint
CREATE TRIGGER kunden_suche_kommt AFTER UPDATE OF text, filter ON kunden_suchtexte
BEGIN
	INSERT INTO kunden_suche (rowid, text) SELECT nr, text FROM kunden_suchinhalt WHERE nr = NEW.nr;
END;
--> statement-breakpoint
ANALYZE sqlite_schema;
