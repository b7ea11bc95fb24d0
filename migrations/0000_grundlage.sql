CREATE TABLE `anfragen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`art` text NOT NULL,
	`inhalt_hash` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `art`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `geraete` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`geraetenummer` text NOT NULL,
	`bezeichnung` text NOT NULL,
	`typ` text,
	`seriennummer` text,
	`barcode` text,
	`pfand_cent` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'lager' NOT NULL,
	`kunde_id` text,
	`notiz` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "geraete_pfand" CHECK("geraete"."pfand_cent" >= 0),
	CONSTRAINT "geraete_status_erlaubt" CHECK("geraete"."status" IN ('lager', 'beim_kunden', 'wartung', 'verloren', 'ausgemustert')),
	CONSTRAINT "geraete_ort" CHECK(("geraete"."status" = 'beim_kunden') = ("geraete"."kunde_id" IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `geraete_barcode` ON `geraete` (`tenant_id`,`barcode`);--> statement-breakpoint
CREATE INDEX `geraete_kunde` ON `geraete` (`tenant_id`,`kunde_id`,`id`);--> statement-breakpoint
CREATE INDEX `geraete_bezeichnung` ON `geraete` (`tenant_id`,`bezeichnung`,`id`);--> statement-breakpoint
CREATE INDEX `geraete_status` ON `geraete` (`tenant_id`,`status`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `geraete_nummer` ON `geraete` (`tenant_id`,`geraetenummer`);--> statement-breakpoint
CREATE TABLE `kunden` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`kundennummer` text NOT NULL,
	`name` text NOT NULL,
	`ansprechpartner` text,
	`telefon` text,
	`email` text,
	`strasse` text,
	`plz` text,
	`ort` text,
	`land` text DEFAULT 'DE' NOT NULL,
	`breitengrad` real,
	`laengengrad` real,
	`anlieferungshinweis` text,
	`lieferzeit_von` text,
	`lieferzeit_bis` text,
	`abrechnung` text DEFAULT 'je_lieferung' NOT NULL,
	`notiz` text,
	`aktiv` integer DEFAULT 1 NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "kunden_abrechnung" CHECK("kunden"."abrechnung" IN ('je_lieferung', 'monatlich', 'keine')),
	CONSTRAINT "kunden_aktiv" CHECK("kunden"."aktiv" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE INDEX `kunden_name` ON `kunden` (`tenant_id`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `kunden_ort` ON `kunden` (`tenant_id`,`ort`,`id`);--> statement-breakpoint
CREATE INDEX `kunden_aktualisiert` ON `kunden` (`tenant_id`,`aktualisiert_am`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `kunden_nummer` ON `kunden` (`tenant_id`,`kundennummer`);--> statement-breakpoint
CREATE TABLE `kunden_bilder` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`kunde_id` text NOT NULL,
	`pfad` text NOT NULL,
	`vorschau_pfad` text NOT NULL,
	`titel` text,
	`sortierung` integer DEFAULT 0 NOT NULL,
	`breite` integer NOT NULL,
	`hoehe` integer NOT NULL,
	`bytes` integer NOT NULL,
	`hochgeladen_von` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `kunden_bilder_pfad_unique` ON `kunden_bilder` (`pfad`);--> statement-breakpoint
CREATE UNIQUE INDEX `kunden_bilder_vorschau_pfad_unique` ON `kunden_bilder` (`vorschau_pfad`);--> statement-breakpoint
CREATE INDEX `kunden_bilder_kunde` ON `kunden_bilder` (`tenant_id`,`kunde_id`,`sortierung`,`id`);--> statement-breakpoint
CREATE TABLE `mitarbeiter` (
	`id` text NOT NULL,
	`tenant_id` text,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`rolle` text NOT NULL,
	`password_hash` text NOT NULL,
	`aktiv` integer DEFAULT 1 NOT NULL,
	`token_generation` integer DEFAULT 0 NOT NULL,
	`token_ausnahme` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mitarbeiter_rolle" CHECK("mitarbeiter"."rolle" IN ('superadmin', 'admin', 'user', 'fahrer')),
	CONSTRAINT "mitarbeiter_superadmin_ohne_tenant" CHECK(("mitarbeiter"."rolle" = 'superadmin') = ("mitarbeiter"."tenant_id" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `mitarbeiter_superadmin_id` ON `mitarbeiter` (`id`) WHERE tenant_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `mitarbeiter_email` ON `mitarbeiter` (`tenant_id`,`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `mitarbeiter_superadmin_email` ON `mitarbeiter` (`email`) WHERE tenant_id IS NULL;--> statement-breakpoint
CREATE INDEX `mitarbeiter_login` ON `mitarbeiter` (`email`,`aktiv`);--> statement-breakpoint
CREATE INDEX `mitarbeiter_name` ON `mitarbeiter` (`tenant_id`,`name`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `mitarbeiter_id` ON `mitarbeiter` (`tenant_id`,`id`);--> statement-breakpoint
CREATE TABLE `protokoll` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`mitarbeiter_id` text,
	`mitarbeiter_name` text NOT NULL,
	`aktion` text NOT NULL,
	`tabelle` text NOT NULL,
	`datensatz_id` text NOT NULL,
	`aenderungen` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `protokoll_datensatz` ON `protokoll` (`tenant_id`,`tabelle`,`datensatz_id`,`id`);--> statement-breakpoint
CREATE INDEX `protokoll_mitarbeiter` ON `protokoll` (`tenant_id`,`mitarbeiter_id`,`id`);--> statement-breakpoint
CREATE TABLE `tenants` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`typ` text NOT NULL,
	`status` text DEFAULT 'aktiv' NOT NULL,
	`demo_expires_at` text,
	`zeitzone` text DEFAULT 'Europe/Berlin' NOT NULL,
	`strasse` text,
	`plz` text,
	`ort` text,
	`telefon` text,
	`email` text,
	`ust_id` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "tenants_ist_eigener_tenant" CHECK("tenants"."tenant_id" = "tenants"."id"),
	CONSTRAINT "tenants_typ" CHECK("tenants"."typ" IN ('demo', 'standard')),
	CONSTRAINT "tenants_status" CHECK("tenants"."status" IN ('aktiv', 'abgelaufen', 'gesperrt'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `tenants_tenant_id_unique` ON `tenants` (`tenant_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `tenants_slug_unique` ON `tenants` (`slug`);--> statement-breakpoint
CREATE INDEX `tenants_name` ON `tenants` (`name`,`id`);--> statement-breakpoint
CREATE INDEX `tenants_erstellt` ON `tenants` (`erstellt_am`,`id`);