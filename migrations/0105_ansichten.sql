-- Views of lists that people keep under a name: of one person, or of the whole company where nobody is named.
CREATE TABLE `ansichten` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`mitarbeiter_id` text,
	`liste` text NOT NULL,
	`name` text NOT NULL,
	`adresse` text,
	`spalten` text DEFAULT '' NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`mitarbeiter_id`) REFERENCES `mitarbeiter`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `ansichten_liste` ON `ansichten` (`tenant_id`,`liste`,`mitarbeiter_id`,`name`);
--> statement-breakpoint
CREATE INDEX `ansichten_mitarbeiter` ON `ansichten` (`tenant_id`,`mitarbeiter_id`);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('ansichten', 'sqlite_autoindex_ansichten_1', '10000 100 1'),
	('ansichten', 'ansichten_liste', '10000 100 20 4 1'),
	('ansichten', 'ansichten_mitarbeiter', '10000 100 10');
--> statement-breakpoint
ANALYZE sqlite_schema;
