import { type PluginContext, secretsOfInstallation } from '../../../server/plugin.ts'

/** Papers of an outgoing invoice: of the note, of its cancellation, of its last correction, and of a draft. */
export type PaperKind = 'danfe' | 'cancelamento' | 'correcao' | 'espelho'

/** One paper of one record, until a moment. */
export interface PaperLink {
  readonly lojaId: number
  readonly nfeId: number
  readonly kind: PaperKind
  /** Time zone of the store, in which a draft is dated. */
  readonly zone: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/** Milliseconds for which an address opens its paper. */
const lifetime = 10 * 60_000

/** A sealed address cannot be read elsewhere as something else. */
const place = 'nfe.paper'

/** An address that opens one paper without a header: a browser's tab sends none. */
export function paperAddress(
  { dataDir }: Pick<PluginContext, 'dataDir'>,
  of: Omit<PaperLink, 'until'>,
  now = Date.now(),
): string {
  const sealed = secretsOfInstallation(dataDir).seal(JSON.stringify({ ...of, until: now + lifetime }), place)
  return `/api/NFe_emissaos/pdf?token=${encodeURIComponent(sealed)}`
}

/** Returns the paper that an address opens; undefined for one that nobody gave, or whose time is over. */
export function openPaperLink({ dataDir }: Pick<PluginContext, 'dataDir'>, token: string): PaperLink | undefined {
  try {
    const link: PaperLink = JSON.parse(secretsOfInstallation(dataDir).open(token, place))
    return link.until >= Date.now() ? link : undefined
  } catch {
    return undefined
  }
}
