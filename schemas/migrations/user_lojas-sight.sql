-- Costs, commissions and customers' credit have permissions of their own: those who have seen them go on seeing them, until an owner takes the permission away.
DO $$
BEGIN
  IF EXISTS (SELECT FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'user_lojas') THEN
    ALTER TABLE user_lojas ADD COLUMN IF NOT EXISTS custos_ver boolean, ADD COLUMN IF NOT EXISTS comissoes_ver boolean,
      ADD COLUMN IF NOT EXISTS credito_ver boolean;
    UPDATE user_lojas SET
      custos_ver = coalesce(cardapio_ver OR cardapio_editar OR estoque_ver OR pdv_relatorios OR contas_relatorios, false),
      comissoes_ver = coalesce(cardapio_ver OR cadastros_ver OR pdv_relatorios, false),
      credito_ver = coalesce(cadastros_ver OR pdv_relatorios, false)
    WHERE custos_ver IS NULL;
  END IF;
END $$;
