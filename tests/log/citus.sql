-- A stand-in for Citus on plain PostgreSQL. It distributes nothing: it notes what it was asked, and refuses what Citus
-- refuses of what we could get wrong. Names, parameters and their order are those of Citus 13.
CREATE TABLE citus_asked (n serial, call text);
CREATE TABLE pg_dist_partition (logicalrelid regclass);
CREATE TABLE pg_dist_local_group (groupid int);
INSERT INTO pg_dist_local_group VALUES (0);
CREATE TABLE pg_dist_node (nodename text, nodeport int, isactive bool);
INSERT INTO pg_dist_node VALUES ('one', 5432, true), ('two', 5432, true);
CREATE TABLE pg_dist_object (classid oid, objid oid, distribution_argument_index int);
CREATE FUNCTION create_distributed_table(
    table_name regclass, distribution_column text, distribution_type text DEFAULT 'hash',
    colocate_with text DEFAULT 'default', shard_count int DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attname = distribution_column
               WHERE indrelid = table_name AND indisunique AND NOT attnum = ANY(indkey)) THEN
        RAISE EXCEPTION 'unique constraints must include the distribution column of %', table_name;
    END IF;
    IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = table_name AND NOT tgisinternal)
       AND coalesce(current_setting('citus.enable_unsafe_triggers', true), 'off') <> 'on' THEN
        RAISE EXCEPTION 'triggers are not supported on distributed tables';
    END IF;
    INSERT INTO pg_dist_partition VALUES (table_name);
    IF current_setting('citus.multi_shard_modify_mode', true) IS DISTINCT FROM 'sequential' THEN
        RAISE EXCEPTION 'there was a parallel operation on a distributed table in the transaction';
    END IF;
    INSERT INTO citus_asked (call) VALUES (
        format('table %s by %s beside %s in %s', table_name, distribution_column, colocate_with, shard_count));
END $$;
-- The table itself is the one shard.
CREATE FUNCTION run_command_on_shards(table_name regclass, command text, parallel bool DEFAULT true)
RETURNS TABLE (shardid bigint, success bool, result text) LANGUAGE plpgsql AS $$
BEGIN
    shardid := 102008;
    EXECUTE format(command, table_name) INTO result;
    success := true;
    RETURN NEXT;
END $$;
-- A node whose name begins with "away" does not answer; the clock of one that begins with "late" is behind.
CREATE FUNCTION run_command_on_workers(command text, parallel bool DEFAULT true)
RETURNS TABLE (nodename text, nodeport int, success bool, result text) LANGUAGE plpgsql AS $$
BEGIN
    FOR nodename, nodeport IN SELECT n.nodename, n.nodeport FROM pg_dist_node n WHERE isactive LOOP
        success := nodename NOT LIKE 'away%';
        EXECUTE command INTO result;
        IF nodename LIKE 'late%' THEN
            result := result::float8 - 7;
        END IF;
        RETURN NEXT;
    END LOOP;
END $$;
