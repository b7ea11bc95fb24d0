-- A mail server of a company's own. Its password is sealed, for this server and user alone.
CREATE TABLE `mailserver` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`server` text NOT NULL,
	`port` integer DEFAULT 587 NOT NULL,
	`sicherheit` text DEFAULT 'starttls' NOT NULL,
	`benutzer` text,
	`absender` text NOT NULL,
	`geheimnis` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mailserver_sicherheit" CHECK("mailserver"."sicherheit" IN ('starttls', 'tls'))
) STRICT;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('mailserver', 'sqlite_autoindex_mailserver_1', '200 1 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
