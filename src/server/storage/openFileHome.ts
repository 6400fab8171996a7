import type { FileHome } from './fileHome.ts'
import { openFolderHome } from './folderHome.ts'
import { readStorageSettings } from './storageSettings.ts'

/** Where the environment says that files live: the bucket of S3_URL, else the data folder. The client of buckets is loaded for these alone. */
export async function openFileHome(dataDir: string, env: NodeJS.ProcessEnv = process.env): Promise<FileHome> {
  const settings = readStorageSettings(env)
  if (!settings) return openFolderHome(dataDir)
  const { openBucketHome } = await import('./bucketHome.ts')
  return openBucketHome(settings)
}
