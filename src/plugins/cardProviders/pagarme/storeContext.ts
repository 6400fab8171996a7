import { type Installations, installationsOf, type NotificationStore, type Service } from '../../../server/plugin.ts'

/** The one store that work is done for. */
export type StoreContext = Pick<NotificationStore, 'lojaId' | 'model' | 'dataDir' | 'read' | 'write' | 'publish'>

/** Register of what a store installed. */
export const installationRegister = 'Pagarme_auth'

export const storeContextOf = (
  lojaId: number,
  { model, dataDir, database, publish }: Pick<Service, 'model' | 'dataDir' | 'database' | 'publish'>,
): StoreContext => ({
  lojaId,
  model: model(),
  dataDir,
  read: run => database.read({ stores: [lojaId] }, run),
  write: run => database.write({ stores: [lojaId] }, run),
  publish,
})

export const pagarmeInstallations = (context: Pick<StoreContext, 'model' | 'dataDir' | 'publish'>): Installations =>
  installationsOf(installationRegister, context)

/** The installation of a store, with its secret key. */
export interface InstalledStone extends Readonly<Record<string, unknown>> {
  readonly secretKey: string
}

/** Undefined where the store has not installed the provider. */
export async function installedStone(context: StoreContext): Promise<InstalledStone | undefined> {
  const installed = await context.read(q => pagarmeInstallations(context).read(q, context.lojaId))
  const secretKey = installed?.secretKey
  return typeof secretKey === 'string' ? { ...installed, secretKey } : undefined
}
