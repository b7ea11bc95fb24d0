-- What an article was until an instant: its deposit, and of a gebinde its parts. A booking takes what was valid
-- when the thing happened, however late it is told. Changes of before this version are not in it.
CREATE TABLE `artikelstaende` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`pfandartikel_id` text NOT NULL,
	`gueltig_bis` text NOT NULL,
	`pfand_cent` integer,
	`teile` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`pfandartikel_id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `artikelstaende_artikel` ON `artikelstaende` (`tenant_id`,`pfandartikel_id`,`gueltig_bis`);
--> statement-breakpoint
CREATE TRIGGER artikelstaende_nie_aendern BEFORE UPDATE ON artikelstaende
BEGIN
	SELECT RAISE(ABORT, 'artikelstaende sind unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER artikelstaende_nie_loeschen BEFORE DELETE ON artikelstaende
BEGIN
	SELECT RAISE(ABORT, 'artikelstaende sind unveraenderlich');
END;
--> statement-breakpoint
-- With which parts gebinde went out to a customer and came back: they come back with the parts with which they went out,
-- also where a gebinde has got others meanwhile. The ledger has the parts alone.
CREATE TABLE `gebindebewegungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`vorgang_id` text NOT NULL,
	`kunde_id` text NOT NULL,
	`gebinde_id` text NOT NULL,
	`teile` text NOT NULL,
	`menge` integer NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`gebinde_id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `gebindebewegungen_konto` ON `gebindebewegungen` (`tenant_id`,`kunde_id`,`gebinde_id`);
--> statement-breakpoint
CREATE INDEX `gebindebewegungen_vorgang` ON `gebindebewegungen` (`tenant_id`,`vorgang_id`);
--> statement-breakpoint
CREATE TRIGGER gebindebewegungen_nie_aendern BEFORE UPDATE ON gebindebewegungen
BEGIN
	SELECT RAISE(ABORT, 'gebindebewegungen sind unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER gebindebewegungen_nie_loeschen BEFORE DELETE ON gebindebewegungen
BEGIN
	SELECT RAISE(ABORT, 'gebindebewegungen sind unveraenderlich');
END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('artikelstaende', 'sqlite_autoindex_artikelstaende_1', '1000 500 1'),
	('artikelstaende', 'artikelstaende_artikel', '1000 500 3 1'),
	('gebindebewegungen', 'sqlite_autoindex_gebindebewegungen_1', '1000000 100000 1'),
	('gebindebewegungen', 'gebindebewegungen_konto', '1000000 100000 50 10'),
	('gebindebewegungen', 'gebindebewegungen_vorgang', '1000000 100000 2');
--> statement-breakpoint
ANALYZE sqlite_schema;
