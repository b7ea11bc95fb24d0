-- What happened to deliveries, bookings, settlements, devices and Klärungen, numbered without gaps for programs that follow.
CREATE TABLE `ereignisse` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`nummer` integer NOT NULL,
	`art` text NOT NULL,
	`datensatz_id` text NOT NULL,
	`datensatz_version` integer,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ereignisse_nummer" CHECK("ereignisse"."nummer" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `ereignisse_nummer` ON `ereignisse` (`tenant_id`,`nummer`);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('ereignisse', 'sqlite_autoindex_ereignisse_1', '2000000 200000 1'),
	('ereignisse', 'ereignisse_nummer', '2000000 200000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
