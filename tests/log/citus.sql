-- A stand-in for Citus on plain PostgreSQL. It distributes nothing: it notes what it was asked, and refuses what Citus
-- refuses of what we could get wrong. Names, parameters and their order are those of Citus 13.
CREATE TABLE citus_asked (n serial, call text);
CREATE TABLE pg_dist_partition (logicalrelid regclass);
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
    INSERT INTO citus_asked (call) VALUES (
        format('table %s by %s beside %s in %s', table_name, distribution_column, colocate_with, shard_count));
END $$;
CREATE FUNCTION create_distributed_function(
    function_name regprocedure, distribution_arg_name text, colocate_with text DEFAULT 'default',
    force_delegation bool DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT (SELECT distribution_arg_name = ANY(proargnames) FROM pg_proc WHERE oid = function_name) THEN
        RAISE EXCEPTION 'the function has no argument %', distribution_arg_name;
    END IF;
    INSERT INTO citus_asked (call) VALUES (
        format('function %s by %s beside %s', function_name::oid::regproc, distribution_arg_name, colocate_with));
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
