ALTER TABLE `tenants` ADD `kleinunternehmer` integer DEFAULT 0 NOT NULL CHECK ("kleinunternehmer" IN (0, 1));--> statement-breakpoint
ALTER TABLE `abrechnungen` ADD `kleinunternehmer` integer DEFAULT 0 NOT NULL CHECK ("kleinunternehmer" IN (0, 1));--> statement-breakpoint
ALTER TABLE `datev_einstellungen` ADD `konto_alt` integer;--> statement-breakpoint
ALTER TABLE `datev_einstellungen` ADD `konto_kleinunternehmer` integer;
