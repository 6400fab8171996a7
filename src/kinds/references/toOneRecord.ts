import type { ReferenceTarget, ValueOptions } from '../kind.ts'

type OfOne<Options> = Omit<Options, 'kind' | 'references'> & { readonly kind: 'reference'; readonly reference?: ReferenceTarget }

/** The field as if it referred to one record: a key of several is shown and searched for as any other. */
export const toOneRecord = <Options extends ValueOptions>({ references, kind: _, ...field }: Options): OfOne<Options> => ({
  ...field,
  kind: 'reference',
  ...(references ? { reference: references } : {}),
})
