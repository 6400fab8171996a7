import { type OperationContext, port } from '../../../server/domain.ts'

/** The menus that customers order from, which hear of products that are sold out. */
export interface SoldOutMenus {
  /** Tells on which day of the store these products are sold out; null once they are there again. Throws ApiError where nobody answers. */
  tell(
    store: Pick<OperationContext<unknown>, 'database' | 'model'> & { readonly lojaId: number },
    products: readonly number[],
    day: string | null,
  ): Promise<void>
}

/** Answered by the integration with a delivery app, where there is one. */
export const soldOutMenus = port<SoldOutMenus>('soldOutMenus')
