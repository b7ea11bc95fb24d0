-- What a running import has stored so far, piece by piece: the way back. Empty when no import is running.
CREATE TABLE `importstuecke` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`auftrag_id` text NOT NULL,
	`nr` integer NOT NULL,
	`inhalt` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`auftrag_id`) REFERENCES `auftraege`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `importstuecke_auftrag` ON `importstuecke` (`tenant_id`,`auftrag_id`,`nr`,`id`);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('importstuecke', 'sqlite_autoindex_importstuecke_1', '5000 500 1'),
	('importstuecke', 'importstuecke_auftrag', '5000 500 500 1 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
