-- statement: totals
SELECT count(*) AS cupons_vencidos FROM "AppPromocaos"
WHERE "lojaId" = :lojaId AND status AND (fim AT TIME ZONE :tz)::date < (now() AT TIME ZONE :tz)::date
