-- Access of other programs: each has a name, single rights and an end; its key is kept as a hash alone.
CREATE TABLE `programmzugaenge` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`rechte` text NOT NULL,
	`gueltig_bis` text NOT NULL,
	`endet_am` text NOT NULL,
	`token_hash` text NOT NULL,
	`kennung` text NOT NULL,
	`zuletzt_am` text,
	`widerrufen_am` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `programmzugaenge_token` ON `programmzugaenge` (`token_hash`);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('programmzugaenge', 'sqlite_autoindex_programmzugaenge_1', '5000 5 1'),
	('programmzugaenge', 'programmzugaenge_token', '5000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
