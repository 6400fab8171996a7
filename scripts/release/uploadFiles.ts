import { createLogger } from '../../src/server/http/log/logger.ts'
import { readSettings } from '../../src/server/settings.ts'
import { openFolderStorage } from '../../src/server/storage/folderStorage.ts'
import { openFileStorage } from '../../src/server/storage/openFileStorage.ts'
import { uploadFiles } from '../../src/server/storage/uploadFiles.ts'

/**
 * `npm run upload-files`: brings the files of DATA_DIR into the bucket of S3_URL, while people work or not. What is there already is not sent
 * again, so it may be repeated; nothing is removed here.
 */
const main = async (): Promise<void> => {
  if (!process.env.S3_URL) throw new Error('S3_URL says where the files go.')
  const { dataDir } = readSettings()
  const log = createLogger()
  const into = await openFileStorage(dataDir)
  const { sent, there } = await uploadFiles(openFolderStorage(dataDir), into, count => log.info({ files: count }, 'files sent'))
  console.log(`${sent} files sent, ${there} were there already.`)
}

main().catch(error => {
  const { cause } = error instanceof Error ? error : {}
  console.error(cause instanceof Error ? cause.message : error instanceof Error ? error.message : error)
  process.exit(1)
})
