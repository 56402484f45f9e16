import { join } from 'node:path';

export interface ClusterPlace {
  readonly folder: string;
  readonly id: string;
  readonly monitorPort: number;
}

/** Names the keys of the tokens that the gateway issues; 16 characters, as it asks for. */
const tokenKey = 'tokens-of-a-test';

/** Larger than any test or measurement needs. The file is sparse. */
const diskBytes = 20 * 2 ** 30;

export const clusterFileName = 'ceph.conf';

/**
 * One monitor, one disk and any number of gateways on the loopback interface, without keys between them.
 * Few placement groups and one copy of each object: nothing of it need survive the machine.
 */
export function clusterConfiguration({ folder, id, monitorPort }: ClusterPlace): string {
  const sections = {
    global: {
      fsid: id,
      mon_host: `[v2:127.0.0.1:${monitorPort}]`,
      mon_initial_members: 'a',
      ...networkOptions,
      ...accessOptions,
      ...poolOptions,
      run_dir: folder,
      // Its path could be longer than a socket's may be, and it is of no use here.
      admin_socket: '',
      crash_dir: join(folder, 'crash'),
      log_file: join(folder, '$name.log'),
      mon_cluster_log_file: join(folder, 'cluster.log'),
      log_max_recent: 500,
      ...quietOptions,
      objecter_tick_interval: 1,
    },
    mon: {
      mon_data: join(folder, 'monitor'),
      mon_data_avail_warn: 2,
      mon_data_avail_crit: 1,
      auth_allow_insecure_global_id_reclaim: false,
    },
    osd: { osd_data: join(folder, 'disk'), ...diskOptions },
    client: { rgw_data: join(folder, 'gateway'), ...gatewayOptions },
  };
  return Object.entries(sections)
    .map(([name, options]) => `[${name}]\n${linesOf(options)}`)
    .join('\n');
}

function linesOf(options: Readonly<Record<string, string | number | boolean>>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');
}

/** The range is below that of outgoing connections; a daemon takes the first free port in it. */
const networkOptions = {
  public_addr: '127.0.0.1',
  cluster_addr: '127.0.0.1',
  ms_bind_msgr1: false,
  ms_bind_ipv6: false,
  ms_bind_port_min: 16_800,
  ms_bind_port_max: 19_999,
  ms_async_op_threads: 2,
  ms_mon_client_mode: 'crc',
};

const accessOptions = {
  auth_cluster_required: 'none',
  auth_service_required: 'none',
  auth_client_required: 'none',
};

const poolOptions = {
  osd_pool_default_size: 1,
  osd_pool_default_min_size: 1,
  osd_pool_default_pg_num: 4,
  osd_pool_default_pgp_num: 4,
  osd_pool_default_pg_autoscale_mode: 'off',
  osd_crush_chooseleaf_type: 0,
  mon_allow_pool_size_one: true,
  mon_max_pg_per_osd: 2_000,
  mon_warn_on_pool_no_redundancy: false,
};

const quietOptions = {
  debug_ms: '0/0',
  debug_rocksdb: '0/0',
  debug_bluestore: '0/0',
  debug_bluefs: '0/0',
  debug_bdev: '0/0',
  debug_osd: '0/0',
  debug_objecter: '0/0',
  debug_rgw: '1/1',
};

const diskOptions = {
  osd_objectstore: 'bluestore',
  bluestore_block_size: diskBytes,
  bluestore_block_create: true,
  bluestore_block_db_create: false,
  bluestore_block_wal_create: false,
  bluestore_cache_autotune: false,
  bluestore_cache_size: 64 * 2 ** 20,
  osd_crush_update_on_start: true,
  osd_fast_shutdown: true,
  // The next gateway of one that was killed would wait for 30 s before it creates a bucket.
  osd_client_watch_timeout: 6,
};

const gatewayOptions = {
  rgw_dns_name: 'localhost',
  rgw_thread_pool_size: 64,
  rgw_rados_pool_pg_num_min: 4,
  rgw_run_sync_thread: false,
  rgw_enable_apis: 's3, sts',
  rgw_s3_auth_use_sts: true,
  rgw_sts_key: tokenKey,
  rgw_gc_obj_min_wait: 300,
  rgw_gc_processor_period: 300,
  rgw_gc_processor_max_time: 300,
  rgw_enable_ops_log: false,
  rgw_enable_usage_log: false,
};
