import type { InsertRecords } from '../../samples/public.ts'
import { keepTreatments, type MenuContext } from '../regime/menu/keepTreatments.ts'

/** Whether a store is a restaurant, and whether its service goes to the staff. */
export interface DemoRegime {
  readonly regime_tributario: 1 | 3
  readonly restaurante: boolean
  readonly gorjeta: boolean
}

/** Gives a store the period in which it is, and what is proposed for its menu; nothing is decided. */
export async function loadMenuTreatments(
  insert: InsertRecords,
  context: MenuContext,
  regime: DemoRegime,
  now: Date,
): Promise<void> {
  await insert('Loja_regimes', context.lojaId, [{ vigencia_inicio: '2026-01-01', ibscbs: 'DAS', ...regime }])
  await keepTreatments(context, 'all', now)
}
