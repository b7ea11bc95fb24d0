-- A device may be lost as well: its deposit stays with the company, in no settlement, as with pieces of an article.
DROP TRIGGER pfandbuchungen_sind_offen;
--> statement-breakpoint
DROP TRIGGER pfandverluste_nie_aendern;
--> statement-breakpoint
DROP TRIGGER pfandverluste_nie_loeschen;
--> statement-breakpoint
CREATE TABLE `__new_pfandverluste` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`kunde_id` text NOT NULL,
	`pfandartikel_id` text,
	`geraet_id` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`pfandartikel_id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`geraet_id`) REFERENCES `geraete`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pfandverluste_eines" CHECK((`pfandartikel_id` IS NULL) <> (`geraet_id` IS NULL))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_pfandverluste` (tenant_id, id, kunde_id, pfandartikel_id, erstellt_am, aktualisiert_am, version)
SELECT tenant_id, id, kunde_id, pfandartikel_id, erstellt_am, aktualisiert_am, version FROM `pfandverluste`;
--> statement-breakpoint
DROP TABLE `pfandverluste`;
--> statement-breakpoint
ALTER TABLE `__new_pfandverluste` RENAME TO `pfandverluste`;
--> statement-breakpoint
CREATE INDEX `pfandverluste_konto` ON `pfandverluste` (`tenant_id`,`kunde_id`,`pfandartikel_id`);
--> statement-breakpoint
CREATE INDEX `pfandverluste_zeit` ON `pfandverluste` (`tenant_id`,`erstellt_am`);
--> statement-breakpoint
CREATE TRIGGER pfandverluste_nie_aendern BEFORE UPDATE ON pfandverluste
BEGIN
	SELECT RAISE(ABORT, 'pfandverluste sind unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER pfandverluste_nie_loeschen BEFORE DELETE ON pfandverluste
BEGIN
	SELECT RAISE(ABORT, 'pfandverluste sind unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER pfandbuchungen_sind_offen AFTER INSERT ON pfandbuchungen
WHEN NEW.art <> 'anfangsbestand'
	AND NEW.lfd_nr > (SELECT abrechnung_nach_nr FROM tenants WHERE id = NEW.tenant_id)
	AND NOT EXISTS (SELECT 1 FROM pfandverluste v WHERE v.tenant_id = NEW.tenant_id AND v.id = NEW.vorgang_id)
	AND NOT EXISTS (SELECT 1 FROM anfangsvorgaenge m WHERE m.tenant_id = NEW.tenant_id AND m.id = NEW.vorgang_id)
	AND NOT EXISTS (
		SELECT 1 FROM pfandbuchungen o
		WHERE o.tenant_id = NEW.tenant_id AND o.id = NEW.storno_von AND o.art = 'anfangsbestand' AND NOT EXISTS (
			SELECT 1 FROM abrechnungsbuchungen z
			WHERE z.tenant_id = o.tenant_id AND z.buchung_id = o.id AND z.gilt = 1))
BEGIN
	INSERT INTO offene_buchungen (tenant_id, id, kunde_id, erfasst_am, erstellt_am, aktualisiert_am)
	VALUES (NEW.tenant_id, NEW.id, NEW.kunde_id, NEW.erfasst_am, NEW.erstellt_am, NEW.erstellt_am);
END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('pfandverluste', 'sqlite_autoindex_pfandverluste_1', '10000 5000 1'),
	('pfandverluste', 'pfandverluste_konto', '10000 5000 2 1'),
	('pfandverluste', 'pfandverluste_zeit', '10000 5000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
