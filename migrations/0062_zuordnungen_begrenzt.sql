-- Of each kind of table 500 headings are remembered, the latest; until now every heading that anybody ever named.
DELETE FROM importzuordnungen WHERE (tenant_id, id) IN (
	SELECT tenant_id, id FROM (
		SELECT tenant_id, id, row_number() OVER (PARTITION BY tenant_id, art ORDER BY aktualisiert_am DESC, id DESC) AS nr
		FROM importzuordnungen)
	WHERE nr > 500);
