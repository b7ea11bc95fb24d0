-- What a settlement is - a record, or the invoice - is chosen by the company and frozen with each. NULL: made before
-- that was asked, and printed as it was then.
ALTER TABLE `tenants` ADD `abrechnung_ist` text DEFAULT 'beleg' NOT NULL CONSTRAINT "tenants_abrechnung_ist" CHECK("abrechnung_ist" IN ('beleg', 'rechnung'));--> statement-breakpoint
ALTER TABLE `tenants` ADD `zahlungsziel_tage` integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE `tenants` ADD `rechnung_kontakt` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `rechnung_telefon` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `rechnung_email` text;--> statement-breakpoint
ALTER TABLE `abrechnungen` ADD `abrechnung_ist` text CONSTRAINT "abrechnungen_abrechnung_ist" CHECK("abrechnung_ist" IN ('beleg', 'rechnung'));--> statement-breakpoint
-- Who a customer is decides in which form an invoice goes out.
ALTER TABLE `kunden` ADD `art` text DEFAULT 'unternehmen' NOT NULL CONSTRAINT "kunden_art" CHECK("art" IN ('unternehmen', 'verbraucher', 'behoerde', 'ausland'));--> statement-breakpoint
ALTER TABLE `kunden` ADD `ust_id` text;--> statement-breakpoint
ALTER TABLE `kunden` ADD `kaeuferreferenz` text;--> statement-breakpoint
ALTER TABLE `kunden` ADD `rechnungs_email` text;--> statement-breakpoint
UPDATE kunden SET art = 'ausland' WHERE land <> 'DE';--> statement-breakpoint
-- In what an article is counted: guessed from its name as the program does it, to be changed on its page.
ALTER TABLE `pfandartikel` ADD `einheit` text DEFAULT 'stueck' NOT NULL CONSTRAINT "pfandartikel_einheit" CHECK("einheit" IN ('kasten', 'flasche', 'fass', 'palette', 'gasflasche', 'stueck'));--> statement-breakpoint
ALTER TABLE `abrechnungspositionen` ADD `einheit` text CONSTRAINT "abrechnungspositionen_einheit" CHECK("einheit" IN ('kasten', 'flasche', 'fass', 'palette', 'gasflasche', 'stueck'));--> statement-breakpoint
UPDATE pfandartikel SET einheit = CASE
	WHEN lower(bezeichnung) LIKE '%palette%' THEN 'palette'
	WHEN lower(bezeichnung) LIKE '%kasten%' OR lower(bezeichnung) LIKE '%kästen%' OR lower(bezeichnung) LIKE '%kiste%' THEN 'kasten'
	WHEN lower(bezeichnung) LIKE '%gasflasche%' OR lower(bezeichnung) LIKE '%co2%' OR bezeichnung LIKE '%CO₂%' THEN 'gasflasche'
	WHEN lower(bezeichnung) LIKE '%fass%' OR lower(bezeichnung) LIKE '%fässer%' OR lower(bezeichnung) LIKE '%keg%' THEN 'fass'
	WHEN lower(bezeichnung) LIKE '%flasche%' THEN 'flasche'
	ELSE 'stueck'
END;
