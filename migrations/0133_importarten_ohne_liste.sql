-- Each new kind of table that comes in had this table built anew for its list of kinds. They are typed where rows are made.
CREATE TABLE `__new_importzuordnungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`art` text NOT NULL,
	`ueberschrift` text NOT NULL,
	`feld` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_importzuordnungen` (tenant_id, id, art, ueberschrift, feld, erstellt_am, aktualisiert_am, version)
SELECT tenant_id, id, art, ueberschrift, feld, erstellt_am, aktualisiert_am, version FROM `importzuordnungen`;
--> statement-breakpoint
DROP TABLE `importzuordnungen`;
--> statement-breakpoint
ALTER TABLE `__new_importzuordnungen` RENAME TO `importzuordnungen`;
--> statement-breakpoint
CREATE UNIQUE INDEX `importzuordnungen_ueberschrift` ON `importzuordnungen` (`tenant_id`,`art`,`ueberschrift`);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('importzuordnungen', 'importzuordnungen_ueberschrift', '10000 50 10 1'),
	('importzuordnungen', 'sqlite_autoindex_importzuordnungen_1', '10000 50 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
