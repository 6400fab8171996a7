-- statement: array
SELECT u.id, u.nome, regexp_replace(u.telefone, '^(\d{2})(\d{4,5})(\d{4})$', '(\1) \2-\3') AS telefone, u.nascido_em, count(p.id)::int AS pedidos, coalesce(sum(p."totalDisplay"), 0) AS total,
  max(p."createdAt") AS ultimo
FROM "AppUsers" u
LEFT JOIN "AppPedidos" p ON p."lojaId" = :lojaId AND p."appUserId" = u.id AND coalesce(p.confirmed, false) AND NOT coalesce(p.canceled, false)
WHERE u."lojaId" = :lojaId
GROUP BY u."lojaId", u.id
ORDER BY max(p."createdAt") DESC NULLS LAST, u.nome, u.id
