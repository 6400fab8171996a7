import type { FileStorage } from './fileStorage.ts'
import { openFolderStorage } from './folderStorage.ts'
import { readStorageSettings } from './storageSettings.ts'

/** Where the environment says that files live: the bucket of S3_URL, else the data folder. The client of buckets is loaded for these alone. */
export async function openFileStorage(dataDir: string, env: NodeJS.ProcessEnv = process.env): Promise<FileStorage> {
  const settings = readStorageSettings(env)
  if (!settings) return openFolderStorage(dataDir)
  const { openBucketStorage } = await import('./bucketStorage.ts')
  return openBucketStorage(settings)
}
