-- What the deposit of a device was until an instant, as artikelstaende for articles: what a telephone tells late is
-- booked at the deposit of then. The log knows earlier changes.
CREATE TABLE `geraetestaende` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`geraet_id` text NOT NULL,
	`gueltig_bis` text NOT NULL,
	`pfand_cent` integer NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`geraet_id`) REFERENCES `geraete`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `geraetestaende_geraet` ON `geraetestaende` (`tenant_id`,`geraet_id`,`gueltig_bis`);
--> statement-breakpoint
INSERT INTO geraetestaende (tenant_id, id, geraet_id, gueltig_bis, pfand_cent, erstellt_am, aktualisiert_am)
SELECT p.tenant_id, p.id, g.id, p.erstellt_am, json_extract(p.aenderungen, '$.pfand_cent[0]'), p.erstellt_am, p.erstellt_am
FROM geraete g
CROSS JOIN protokoll p ON p.tenant_id = g.tenant_id AND p.tabelle = 'geraete' AND p.datensatz_id = g.id
WHERE p.aktion = 'geraete.geaendert'
	AND CASE WHEN json_valid(p.aenderungen) THEN json_type(p.aenderungen, '$.pfand_cent[0]') END = 'integer';
--> statement-breakpoint
CREATE TRIGGER geraetestaende_nie_aendern BEFORE UPDATE ON geraetestaende
BEGIN
	SELECT RAISE(ABORT, 'geraetestaende sind unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER geraetestaende_nie_loeschen BEFORE DELETE ON geraetestaende
BEGIN
	SELECT RAISE(ABORT, 'geraetestaende sind unveraenderlich');
END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('geraetestaende', 'sqlite_autoindex_geraetestaende_1', '1000 500 1'),
	('geraetestaende', 'geraetestaende_geraet', '1000 500 3 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
