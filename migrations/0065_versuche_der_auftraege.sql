-- How often a job was begun without getting on: one whose process ends again and again is put aside, so that it holds up
-- nobody. Counted before each try, and anew once it has got on.
ALTER TABLE `auftraege` ADD `versuche` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `auftraege` ADD `versucht_bei` text;
